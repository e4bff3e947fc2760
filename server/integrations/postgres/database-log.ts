type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** What the embedded database needs of a log; pino's logger is one. */
export type DatabaseLog = { readonly debug: Write; readonly info: Write; readonly warn: Write; readonly error: Write };
