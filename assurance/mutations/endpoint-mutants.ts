import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { Mutant } from './mutant.ts';

const weaker: Partial<Record<Access, Access>> = { 'board-admin': 'member', 'site-admin': 'signed-in' };

export function endpointMutants(endpoints: readonly Endpoint[]): readonly Mutant[] {
  return endpoints.flatMap(({ name, ...endpoint }) => {
    const mutant = (what: string, set: Readonly<Record<string, unknown>>): Mutant => ({
      name: `${name}: ${what}`,
      kind: 'endpoint',
      where: name,
      change: { by: 'endpoint', endpoint: name, set },
    });
    const access = weaker[endpoint.access];
    const isWriting = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
    return [
      ...(access ? [mutant(`access ${endpoint.access} → ${access}`, { access })] : []),
      ...(endpoint.confirmed ? [mutant('confirmed dropped', { confirmed: undefined })] : []),
      ...(isWriting && endpoint.csrf === undefined ? [mutant('no forgery check', { csrf: 'exempt' })] : []),
    ];
  });
}
