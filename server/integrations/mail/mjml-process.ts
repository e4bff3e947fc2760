/** Runs the MJML compiler for mjml.ts, and ends together with its parent process. */

/** The package has no types of its own. */
type Compile = (mjml: string, options: Readonly<Record<string, unknown>>) => Promise<{ readonly html: string }>;

export type CompileRequest = Readonly<{ id: number; layout: string }>;
export type CompileAnswer = Readonly<{ id: number; html: string } | { id: number; problem: string }>;

// @ts-expect-error the package has no types
const { default: loaded } = await import('mjml');
const compile = loaded as Compile;

process.on('message', ({ id, layout }: CompileRequest) => {
  // Uses no font service, because a message loads nothing but the logo.
  compile(layout, { validationLevel: 'strict', keepComments: false, minify: false, beautify: false, fonts: {} }).then(
    // Removing indentation makes a message a fifth shorter, which matters because mail programs cut off long ones.
    ({ html }) => answer({ id, html: html.replace(/\n\s+/g, '\n') }),
    (error: unknown) => answer({ id, problem: error instanceof Error ? error.message : String(error) }),
  );
});

const answer = (message: CompileAnswer) => process.send?.(message);
