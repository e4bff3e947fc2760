/** Compiles MJML in a separate process, which ends together with its parent. */

type Compile = (mjml: string, options: Readonly<Record<string, unknown>>) => Promise<{ readonly html: string }>;

export type CompileRequest = Readonly<{ id: number; layout: string }>;
export type CompileAnswer = Readonly<{ id: number; html: string } | { id: number; problem: string }>;

// @ts-expect-error the package has no types
const { default: loaded } = await import('mjml');
const compile = loaded as Compile;

process.on('message', ({ id, layout }: CompileRequest) => {
  // No web fonts, because a message may load nothing but the logo.
  compile(layout, { validationLevel: 'strict', keepComments: false, minify: false, beautify: false, fonts: {} }).then(
    // Removing the indentation makes a message a fifth smaller. Mail programs cut off long messages.
    ({ html }) => answer({ id, html: html.replace(/\n\s+/g, '\n') }),
    (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : String(error) }),
  );
});

const answer = (message: CompileAnswer) => process.send?.(message);
