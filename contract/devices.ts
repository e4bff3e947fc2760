import { z } from 'zod';
import { deviceKinds } from '#domain/devices.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, rights } from './fields.ts';

const device = z.strictObject({
  id,
  kind: z.enum(deviceKinds),
  name: z.string(),
  address: z.string().nullable(),
  last_seen_at: instant,
  is_current: z.boolean(),
  is_signed_in: z.boolean(),
  trusted_until: instant.nullable(),
  can: rights('sign_out', 'forget'),
});
export type Device = z.output<typeof device>;

export const listDevices = endpoint({
  name: 'devices.list',
  summary: 'The devices on which the user is or was signed in, this one first, then by last use',
  route: 'GET /ajax/devices',
  access: 'signed-in',
  answer: z.strictObject({ devices: z.array(device) }),
});

export const signOutDevice = endpoint({
  name: 'devices.signOut',
  summary: 'Sign out one of one’s other devices',
  route: 'POST /ajax/devices/:id/sign-out',
  access: 'signed-in',
});

export const signOutOthers = endpoint({
  name: 'devices.signOutOthers',
  summary: 'Sign out everywhere else',
  route: 'POST /ajax/devices/sign-out-others',
  access: 'signed-in',
});

export const endDeviceTrust = endpoint({
  name: 'devices.endTrust',
  summary: 'End the trust in one of one’s devices, so that it needs a code again',
  route: 'DELETE /ajax/devices/:id/trust',
  access: 'signed-in',
});

export const forgetDevice = endpoint({
  name: 'devices.forget',
  summary:
    'Sign out one of one’s other devices and remove it from the list; its next sign-in counts as on a new device',
  route: 'DELETE /ajax/devices/:id',
  access: 'signed-in',
});
