import { z } from 'zod';
import { deviceKinds } from '#domain/devices.ts';
import { endpoint } from './endpoint.ts';
import { emptyObject, id, instant } from './fields.ts';

const device = z.strictObject({
  id,
  kind: z.enum(deviceKinds),
  name: z.string(),
  address: z.string().nullable(),
  last_seen_at: instant,
  is_current: z.boolean(),
  is_signed_in: z.boolean(),
  trusted_until: instant.nullable(),
  can: z.strictObject({ sign_out: z.boolean(), forget: z.boolean() }),
});
export type Device = z.output<typeof device>;

export const listDevices = endpoint({
  name: 'devices.list',
  summary: 'Where one is signed in or was, this device first, then by when it was last seen',
  route: 'GET /ajax/devices',
  access: 'signed-in',
  answer: z.strictObject({ devices: z.array(device) }),
});

export const signOutDevice = endpoint({
  name: 'devices.signOut',
  summary: 'Sign out one of one’s other devices',
  route: 'POST /ajax/devices/:id/sign-out',
  access: 'signed-in',
  body: z.strictObject({}),
  answer: emptyObject,
});

export const signOutOthers = endpoint({
  name: 'devices.signOutOthers',
  summary: 'Sign out everywhere else',
  route: 'POST /ajax/devices/sign-out-others',
  access: 'signed-in',
  body: z.strictObject({}),
  answer: emptyObject,
});

export const endDeviceTrust = endpoint({
  name: 'devices.endTrust',
  summary: 'Ask for a code on one of one’s devices again',
  route: 'DELETE /ajax/devices/:id/trust',
  access: 'signed-in',
  answer: emptyObject,
});

export const forgetDevice = endpoint({
  name: 'devices.forget',
  summary: 'Sign out one of one’s other devices, and take it from the list; its next sign-in is one on a new device',
  route: 'DELETE /ajax/devices/:id',
  access: 'signed-in',
  answer: emptyObject,
});
