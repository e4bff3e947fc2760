/** A host in the spelling that `URL` gives it, without the port; null for what is no host. */
export function hostnameOf(host: string): string | null {
  const text = host.includes('::') && !host.startsWith('[') ? `[${host}]` : host;
  if (text === '' || /[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  return new URL(`http://${text}`).hostname.replace(/\.$/, '');
}

const loopback = /^(localhost|([a-z0-9-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a host, with or without a port, leads to this machine alone, whoever asks a name server. */
export function isLoopback(host: string): boolean {
  const name = hostnameOf(host);
  return name !== null && loopback.test(name);
}
