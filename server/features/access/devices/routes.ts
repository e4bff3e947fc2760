import * as endpoints from '#contract/devices.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { endTrust, forgetDevice, signOutDevice, signOutOthers } from './commands.ts';
import { presentDevices } from './present.ts';
import { findDevices } from './queries.ts';

export const deviceRoutes: readonly Route[] = [
  implement(endpoints.listDevices, async ({ context, session }) => {
    const found = await withUserScope(context, session.userId, findDevices);
    return { devices: presentDevices(found, { sessionId: session.id, now: context.clock.now() }) };
  }),

  implement(endpoints.signOutDevice, async ({ context, session, params: { id } }) => {
    await withUserScope(context, session.userId, (scope) => signOutDevice(scope, { id, sessionId: session.id }));
  }),

  implement(endpoints.signOutOthers, async ({ context, session }) => {
    await withUserScope(context, session.userId, (scope) => signOutOthers(scope, session.id));
  }),

  implement(endpoints.endDeviceTrust, async ({ context, session, params: { id } }) => {
    await withUserScope(context, session.userId, (scope) => endTrust(scope, id));
  }),

  implement(endpoints.forgetDevice, async ({ context, session, params: { id } }) => {
    await withUserScope(context, session.userId, (scope) => forgetDevice(scope, { id, sessionId: session.id }));
  }),
];
