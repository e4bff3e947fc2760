import { formatDocumentTime } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind, UserMailKind } from '#server/features/core/mail/ports.ts';
import { type RecoveryEvent, recoveryAskedMail, recoveryMail, recoveryStepMail } from './base/commands.ts';
import { findVouching } from './base/queries.ts';

const stopUrl = ({ config }: Context, token: string): string => `${config.appUrl}/recover/${token}`;
const footerOf = ({ config }: Context): string =>
  `You get this message because it is about your ${config.appName} account.`;

const linkMail: UserMailKind = {
  kind: recoveryMail,
  write(context, { isDisabled, sealed, user }) {
    const { token, stop } = sealed;
    if (isDisabled || token === undefined || stop === undefined) return null;
    const { appName, appUrl } = context.config;
    return {
      to: { name: `${user.firstName} ${user.lastName}`, address: user.email },
      subject: `Your way back into ${appName}`,
      preheader: 'The link works once, for one hour.',
      heading: 'Your way back in',
      blocks: [
        {
          kind: 'paragraph',
          text: `Hello ${user.firstName}, somebody has lost every way into your ${appName} account. If it was you, press the button in the browser that you will use from now on.`,
        },
        {
          kind: 'buttons',
          label: null,
          buttons: [{ label: 'Begin', href: `${appUrl}/recover/${token}`, tone: 'primary' }],
        },
        {
          kind: 'paragraph',
          text: 'Two officers of your board then vouch for you: you tell each of them a code, in person, by phone or by video. Never write it down for anybody, and tell it to nobody who calls you.',
        },
        {
          kind: 'note',
          text: 'The link works once, for one hour. If you did not ask for it, leave it be: nothing changes. Please do not pass it on.',
        },
        { kind: 'note', text: ['This was not me: ', { text: stopUrl(context, stop), href: stopUrl(context, stop) }] },
      ],
      footer: footerOf(context),
    };
  },
};

const events: Readonly<Record<RecoveryEvent, { readonly subject: string; readonly text: (board: string) => string }>> =
  {
    begun: {
      subject: 'A way back into your account was begun',
      text: (board) => `Officers of ${board} have been asked to vouch for whoever began it.`,
    },
    'half-vouched': {
      subject: 'An officer has vouched for you',
      text: (board) => `An officer of ${board} has typed the code. One more is needed.`,
    },
    vouched: {
      subject: 'Two officers have vouched for you',
      text: (board) => `Two officers of ${board} have typed the code. A new passkey can be made now.`,
    },
    passkey: {
      subject: 'A new passkey opens in twelve hours',
      text: () => 'It was made for your account. Twelve hours from now it ends every other way to sign in.',
    },
    used: {
      subject: 'You are back in your account',
      text: (board) =>
        `A new passkey signs in to your account now. Every other way has ended: password, other passkeys, app, connected sign-ins, sessions and trusted devices. ${board} is open; each other board opens when two of its officers vouch for you.`,
    },
    stopped: {
      subject: 'A way back into your account was stopped',
      text: () => 'Nothing of your account was changed.',
    },
    'board-asked': {
      subject: 'A board was asked to vouch for you',
      text: (board) => `Officers of ${board} have been asked to open it to you again.`,
    },
    'board-stopped': {
      subject: 'Asking a board to vouch for you was stopped',
      text: (board) => `${board} stays closed to you until two of its officers vouch.`,
    },
    'board-opened': {
      subject: 'A board is open to you again',
      text: (board) => `Two officers of ${board} have vouched for you.`,
    },
  };

const stepMail: UserMailKind = {
  kind: recoveryStepMail,
  write(context, { isDisabled, sealed, user }) {
    const { event, board, at, stop, ended } = sealed;
    if (isDisabled || event === undefined || board === undefined || at === undefined) return null;
    const { subject, text } = events[event as RecoveryEvent];
    return {
      to: { name: `${user.firstName} ${user.lastName}`, address: user.email },
      subject: `${subject} (${context.config.appName})`,
      preheader: text(board),
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: text(board) },
        ...(ended === 'site-admin'
          ? [
              {
                kind: 'paragraph' as const,
                text: 'You are no site admin any more. Another site admin, or whoever runs this portal, can make you one again.',
              },
            ]
          : []),
        {
          kind: 'facts',
          rows: [
            { label: 'When', value: `${formatDocumentTime(at, 'UTC')} UTC` },
            { label: 'Board', value: board },
          ],
        },
        ...(stop === undefined
          ? [{ kind: 'note' as const, text: 'If you did not expect this, tell an officer of your board at once.' }]
          : [
              { kind: 'paragraph' as const, text: 'If this was you, there is nothing to do.' },
              {
                kind: 'buttons' as const,
                label: null,
                buttons: [{ label: 'This was not me', href: stopUrl(context, stop), tone: 'secondary' as const }],
              },
            ]),
      ],
      footer: footerOf(context),
    };
  },
};

/** To each officer; dropped once it is over. */
const askedMail: MailKind = {
  kind: recoveryAskedMail,
  choice: 'required',
  async write(scope, context, job) {
    const found = await findVouching(scope, { id: job.subjectId, memberId: job.memberId });
    if (!found?.officer.email) return null;
    const { officer, person } = found;
    const name = `${person.first_name} ${person.last_name}`;
    const { title, shortname } = scope.board;
    return {
      to: { name: `${officer.first_name} ${officer.last_name}`, address: found.officer.email },
      subject: `${name} asks you to vouch for them`,
      preheader: `${name} has lost the way into ${title}.`,
      heading: `Vouch for ${name}`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${name} has lost the way into ${title}. Two officers of the board can let them back in. ${person.first_name} has a code of eight digits, which you need to hear: in person, by phone or by video.`,
        },
        {
          kind: 'paragraph',
          text: 'Call them on a number that you knew before. Take the code from nobody else, and not by mail or message.',
        },
        {
          kind: 'buttons',
          label: null,
          buttons: [
            {
              label: 'Open the request',
              href: `${baseUrlOf(context.config, shortname)}/recoveries/${job.subjectId}?board=${shortname}`,
              tone: 'primary',
            },
          ],
        },
        { kind: 'note', text: 'If you are not sure that it is them, do nothing: the request ends after 48 hours.' },
      ],
      footer: `You get this message because you are an officer of ${title}.`,
    };
  },
};

export const recoveryMailKinds: readonly MailKind[] = [askedMail];
export const recoveryUserMailKinds: readonly UserMailKind[] = [linkMail, stepMail];
