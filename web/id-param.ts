const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns undefined for an invalid id, because users can type any address. */
export const idParam = (value: string | undefined): string | undefined =>
  value !== undefined && anId.test(value) ? value : undefined;
