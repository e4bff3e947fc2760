interface Sent<Body> {
  readonly isError: boolean;
  readonly variables: { readonly body?: Body | undefined } | undefined;
}

/** Where a switch stands that is saved when it is pressed: as it was pressed, until the server has refused it. */
export function shownSwitch<Name extends string>(
  name: Name,
  saved: Readonly<Record<Name, boolean>>,
  sent: Sent<Readonly<Partial<Record<Name, boolean | undefined>>>>,
): boolean {
  return (sent.isError ? undefined : sent.variables?.body?.[name]) ?? saved[name];
}
