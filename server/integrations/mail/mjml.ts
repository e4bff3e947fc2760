const layoutsKeptMax = 60;
const compiledLayouts = new Map<string, string>();

type Compile = (mjml: string, options: Readonly<Record<string, unknown>>) => Promise<{ readonly html: string }>;

/**
 * MJML to HTML. The layout holds slots instead of words, so all messages of one shape and one board share one
 * compilation; the latest are kept.
 *
 * @throws when the layout is not valid MJML
 */
export async function compileLayout(layout: string): Promise<string> {
  const html = compiledLayouts.get(layout) ?? (await compile(layout));
  compiledLayouts.delete(layout);
  compiledLayouts.set(layout, html);
  const [oldest] = compiledLayouts.keys();
  if (compiledLayouts.size > layoutsKeptMax && oldest !== undefined) compiledLayouts.delete(oldest);
  return html;
}

async function compile(layout: string): Promise<string> {
  const mjml = await loadMjml();
  // No font service: a mail fetches nothing but the board's logo.
  const { html } = await mjml(layout, {
    validationLevel: 'strict',
    keepComments: false,
    minify: false,
    beautify: false,
    fonts: {},
  });
  // Indentation is a fifth of what MJML writes, and mail programs cut long messages.
  return html.replace(/\n\s+/g, '\n');
}

/** Loaded with the first message: it takes a third of a second and some 80 MB that a start need not wait for. */
async function loadMjml(): Promise<Compile> {
  // @ts-expect-error the package has no types; Compile says what is used of it
  const { default: loaded } = await import('mjml');
  return loaded as Compile;
}
