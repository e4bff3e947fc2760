const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id that a param holds. Anybody may have typed it: what is none counts as not there. */
export const idParam = (value: string | undefined): string | undefined =>
  value !== undefined && anId.test(value) ? value : undefined;
