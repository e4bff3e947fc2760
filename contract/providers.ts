import { z } from 'zod';
import { providerMessages } from '#domain/messages/providers.ts';
import { providerKinds, testSteps, wholeScope } from '#domain/providers.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, requiredText } from './fields.ts';
import { nextPath, shownBoard } from './session.ts';

const enteredSettings = {
  kind: z.enum(providerKinds),
  name: requiredText(40),
  issuer: requiredText(500),
  client_id: requiredText(300),
  /** Google's `hd` parameter. An empty value allows any domain. */
  hosted_domain: z.string().trim().max(253),
  /** RFC 6749, section 3.3. */
  scope: z
    .string()
    .max(190)
    .regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/, providerMessages.scopeWords)
    .transform(wholeScope),
};
/** An empty value leaves the secret unchanged. */
const secret = z.string().trim().max(1_000);

export const siteProvider = z.strictObject({
  id,
  kind: z.enum(providerKinds),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  hosted_domain: z.string(),
  scope: z.string(),
  counts_as_two_factors: z.boolean(),
  is_off: z.boolean(),
  connections: z.number().int(),
  required_by: z.number().int(),
  redirect_address: z.string(),
});
export type SiteProvider = z.output<typeof siteProvider>;

export const listSiteProviders = endpoint({
  name: 'providers.list',
  summary:
    'Sign-in providers, without their secrets, and the id of the next one of this site admin with its redirect address',
  route: 'GET /ajax/site/providers',
  access: 'site-admin',
  answer: z.strictObject({
    providers: z.array(siteProvider),
    next: z.strictObject({ id, redirect_address: z.string() }),
  }),
});

export const addProvider = endpoint({
  name: 'providers.add',
  summary: 'Add a sign-in provider, under an id whose redirect address may be registered already',
  route: 'POST /ajax/site/providers',
  access: 'site-admin',
  confirmed: true,
  body: z.strictObject({ id, ...enteredSettings, secret: requiredText(1_000), counts_as_two_factors: z.boolean() }),
});

export const editProvider = endpoint({
  name: 'providers.edit',
  summary: 'Change a sign-in provider; an empty secret keeps the stored one',
  route: 'PATCH /ajax/site/providers/:id',
  access: 'site-admin',
  confirmed: true,
  body: z.strictObject({ ...enteredSettings, secret, counts_as_two_factors: z.boolean() }),
});

export const switchProvider = endpoint({
  name: 'providers.switch',
  summary: 'Switch a sign-in provider off, which signs out its sessions, or on again',
  route: 'POST /ajax/site/providers/:id/off',
  access: 'site-admin',
  confirmed: true,
  body: z.strictObject({ is_off: z.boolean() }),
});

export const removeProvider = endpoint({
  name: 'providers.remove',
  summary: 'Remove a sign-in provider, with everybody’s connections to it',
  route: 'DELETE /ajax/site/providers/:id',
  access: 'site-admin',
  confirmed: true,
});

const finding = z.strictObject({
  step: z.enum(testSteps),
  outcome: z.enum(['right', 'wrong', 'unknown']),
  text: z.string(),
});
export type ProviderFinding = z.output<typeof finding>;

export const testProvider = endpoint({
  name: 'providers.test',
  summary: 'Test a provider as far as possible without signing in; an empty secret means the stored one',
  route: 'POST /ajax/site/providers/:id/test',
  access: 'site-admin',
  confirmed: true,
  body: z.strictObject({ ...enteredSettings, secret }).omit({ name: true }),
  answer: z.strictObject({ findings: z.array(finding) }),
});

export const beginProviderTest = endpoint({
  name: 'providers.testSignIn',
  summary: 'Start a test sign-in with a saved provider; the current session is not changed',
  route: 'POST /ajax/site/providers/:id/test-sign-in',
  access: 'site-admin',
  confirmed: true,
  body: undefined,
  answer: z.strictObject({ url: z.string() }),
});

const offered = z.strictObject({ id, name: z.string() });

export const listProviders = endpoint({
  name: 'providers.offered',
  summary: 'Providers to sign in with, and why this browser’s last attempt failed',
  route: 'GET /ajax/sign-in/providers',
  access: 'public',
  answer: z.strictObject({
    providers: z.array(offered),
    failure: z
      .strictObject({
        name: z.string(),
        why: z.enum([
          'failed',
          'no-subject',
          'not-connected',
          'connected-elsewhere',
          'too-many',
          'tested',
          'test-failed',
        ]),
        /** The email address that the provider returned, or the cause of a failed test. */
        detail: z.string().nullable(),
      })
      .nullable(),
  }),
});

const boardProvider = z.strictObject({
  provider: z.strictObject({ id, name: z.string(), is_off: z.boolean() }).nullable(),
  required: z.boolean(),
});
export type BoardProvider = z.output<typeof boardProvider>;

export const getBoardProvider = endpoint({
  name: 'providers.ofBoard',
  summary: 'The provider that the board offers or requires, and the available ones',
  route: 'GET /ajax/board/sign-in-provider',
  access: 'board-admin',
  answer: boardProvider.extend({ providers: z.array(offered) }),
});

export const setBoardProvider = endpoint({
  name: 'providers.setOfBoard',
  summary: 'Offer a provider on the board’s login screen, or require it for the board; null: neither',
  route: 'POST /ajax/board/sign-in-provider',
  access: 'board-admin',
  body: z.strictObject({ provider_id: id.nullable(), required: z.boolean() }),
  answer: boardProvider,
});

export const beginProviderSignIn = endpoint({
  name: 'providers.begin',
  summary: 'Begin to sign in with a provider',
  route: 'POST /sign-in/provider/:id',
  access: 'public',
  /** `invitation_id` is the secret from the invitation's link, not a database id. */
  body: z.strictObject({ next: nextPath, board: shownBoard, invitation_id: z.string().min(1).max(100).optional() }),
  answer: z.strictObject({ url: z.string() }),
});

/** Allows unknown parameters, because some providers add their own. */
export const finishProviderSignIn = endpoint({
  name: 'providers.finish',
  summary: 'The return from a provider after signing in (OpenID Connect Core, section 3.1.2.5)',
  route: 'GET /sign-in/provider/:id/callback',
  access: 'public',
  query: z.looseObject({}),
  reply: 'page',
});

const connection = z.strictObject({
  id,
  provider_id: id,
  name: z.string(),
  is_off: z.boolean(),
  claimed_email: z.string().nullable(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Connection = z.output<typeof connection>;

export const listConnections = endpoint({
  name: 'providers.connections',
  summary: 'One’s own connected sign-ins, and providers that could be connected',
  route: 'GET /ajax/connections',
  access: 'signed-in',
  answer: z.strictObject({ connections: z.array(connection), providers: z.array(offered) }),
});

export const connectProvider = endpoint({
  name: 'providers.connect',
  summary: 'Begin to connect a provider with one’s own account',
  route: 'POST /ajax/connections',
  access: 'signed-in',
  confirmed: true,
  body: z.strictObject({ provider_id: id, next: nextPath }),
  answer: z.strictObject({ url: z.string() }),
});

export const disconnectProvider = endpoint({
  name: 'providers.disconnect',
  summary: 'Disconnect a provider from one’s own account, which ends the sessions that began by it',
  route: 'DELETE /ajax/connections/:id',
  access: 'signed-in',
  confirmed: true,
  answer: z.strictObject({ signed_out: z.boolean() }),
});

export const confirmByProvider = endpoint({
  name: 'providers.confirm',
  summary: 'Begin to confirm the user’s identity by signing in to a connected provider again',
  route: 'POST /ajax/connections/:id/confirm',
  access: 'signed-in',
  body: z.strictObject({ next: nextPath }),
  answer: z.strictObject({ url: z.string() }),
});
