export function namingSetting(error: unknown, name: string): unknown {
  const why = reasonOf(error);
  return why === null ? error : new Error(`The setting ${name} is wrong: ${why}.`, { cause: error });
}

export function namingListeningSetting(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  return namingSetting(error, code === 'EADDRINUSE' || code === 'EACCES' ? 'PORT' : 'HOST');
}

function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, address, port, hostname } = error as Partial<Record<'code' | 'address' | 'port' | 'hostname', unknown>>;
  switch (code) {
    case 'EADDRINUSE':
      return `another program is listening on port ${port}`;
    case 'EACCES':
      return `this user may not listen on port ${port}`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${address}`;
    case 'ENOTFOUND':
      return `no machine has the name ${hostname}`;
    case 'ECONNREFUSED':
      return `nothing answers at ${address}, port ${port}`;
    // SQLSTATEs (PostgreSQL manual, appendix A).
    case '28000':
    case '28P01':
      return `PostgreSQL does not let its user in (${error.message})`;
    case '3D000':
      return `PostgreSQL has no such database (${error.message})`;
    default:
      return null;
  }
}
