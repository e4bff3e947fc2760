import { z } from 'zod';
import { notificationChoices } from '#domain/mail.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, rights } from './fields.ts';
import { boardFace } from './start.ts';

const deliveryState = z.enum(['queued', 'failed', 'sent', 'dropped']);
export type DeliveryState = z.output<typeof deliveryState>;

export const delivery = z.strictObject({
  id,
  kind: z.string(),
  board_title: z.string().nullable(),
  recipient: z.string().nullable(),
  state: deliveryState,
  queued_at: instant,
  ended_at: instant.nullable(),
  attempts: z.number().int(),
  reason: z.string().nullable(),
  can: rights('resend'),
});
export type MailDelivery = z.output<typeof delivery>;

export const deliveriesPerPage = 50;

export const listDeliveries = endpoint({
  name: 'mail.list',
  summary: 'For site admins: messages of all boards, newest first, with recipient and delivery but no contents',
  route: 'GET /ajax/site/mail',
  access: 'site-admin',
  query: z.strictObject({
    state: deliveryState.optional(),
    before: instant.optional(),
    before_id: id.optional(),
  }),
  answer: z.strictObject({
    messages: z.array(delivery),
    has_more: z.boolean(),
    counts: z.strictObject({ queued: z.number().int(), sent: z.number().int(), failed: z.number().int() }),
  }),
});

export const resendMail = endpoint({
  name: 'mail.resend',
  summary: 'Queue a failed message again; it is rendered again with current data',
  route: 'POST /ajax/site/mail/:id/resend',
  access: 'site-admin',
});

export const sendTestMail = endpoint({
  name: 'mail.test',
  summary: 'Send a test message to oneself immediately, and return the reply of the mail server',
  route: 'POST /ajax/site/mail/test',
  access: 'site-admin',
  answer: z.strictObject({
    to: z.string(),
    /** `kept` means that there is no mail server, so the message is in the outbox folder. */
    outcome: z.enum(['accepted', 'kept', 'refused']),
    reply: z.string().nullable(),
  }),
});

/** `secret` occurs only in mail to this member, so it authorises the change. */
const unsubscribeParams = z.strictObject({
  member_id: id,
  choice: z.enum(notificationChoices.map(({ choice }) => choice)),
  secret: z.string().min(10).max(100),
});

export const getUnsubscribe = endpoint({
  name: 'mail.getUnsubscribe',
  summary: 'What an unsubscribe address would stop; changes nothing',
  route: 'GET /ajax/unsubscribe/:member_id/:choice/:secret',
  access: 'public',
  params: unsubscribeParams,
  answer: z.strictObject({ board: boardFace, label: z.string(), is_stopped: z.boolean() }),
});

export const unsubscribe = endpoint({
  name: 'mail.unsubscribe',
  summary: 'Stop one kind of mail for one member; mail programs post here themselves (RFC 8058)',
  route: 'POST /unsubscribe/:member_id/:choice/:secret',
  access: 'public',
  csrf: 'exempt',
  params: unsubscribeParams,
  /** Mail programs send a form, which the server ignores. */
  body: undefined,
});
