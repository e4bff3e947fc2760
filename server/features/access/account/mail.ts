import { formatDocumentTime } from '#domain/dates.ts';
import { fullName } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import { forgotPasswordUrl, passwordResetMail, resetMinutes } from '#server/features/access/recovery/commands.ts';
import type { UserMailJob, UserMailKind } from '#server/features/core/mail/ports.ts';
import { securityNoticeMail } from '#server/features/core/notices/commands.ts';
import { noticeFacts, noticeTexts, type SecurityNotice } from '#server/features/core/notices/present.ts';
import { facts, type MailText, note, openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { confirmEmailMail, emailChangeHours, emailTakenMail } from './email-change/commands.ts';

const nameOf = ({ user }: UserMailJob): string => fullName({ first_name: user.firstName, last_name: user.lastName });
const footerOf = ({ config }: Context): string =>
  `You are receiving this message because you have a ${config.appName} account.`;

const securityNotice: UserMailKind = {
  kind: securityNoticeMail,
  write(context, job) {
    const notice = job.sealed.notice as SecurityNotice;
    if ((job.isDisabled && notice !== 'account-disabled') || job.sealed.at === undefined) return null;
    const words = noticeTexts[notice];
    return {
      to: { name: nameOf(job), address: job.sealed.address ?? job.user.email },
      subject: `${words.subject} (${context.config.appName})`,
      preheader: words.text,
      heading: words.subject,
      blocks: [
        paragraph(words.text),
        facts([{ label: 'When', value: `${formatDocumentTime(job.sealed.at, 'UTC')} UTC` }, ...factsOf(job)]),
        ...(byOthersAlone.has(notice)
          ? [note('If you did not expect this, ask a board admin.')]
          : [paragraph(ifYou(context, notice)), note(ifNotYou(context, notice))]),
      ],
      footer: footerOf(context),
    };
  },
};

const factsOf = ({ sealed }: UserMailJob) =>
  Object.entries(noticeFacts).flatMap(([fact, label]) => {
    const value = sealed[fact];
    return value === undefined ? [] : [{ label, value }];
  });

const byOthersAlone = new Set<SecurityNotice>(['account-disabled', 'account-enabled']);

const atAdminsAlone = new Set<SecurityNotice>(['email-changed', 'password-removed']);

const addsWayIn = new Set<SecurityNotice>(['passkey-added', 'sign-in-connected']);

function ifYou({ config }: Context, notice: SecurityNotice): MailText {
  if (notice === 'password-reset') {
    const security = `${config.appUrl}/account?view=security`;
    return [
      'If you did this because somebody else got into your account, remove the passkeys and connections that are not yours: ',
      { text: security, href: security },
      '. Otherwise, you do not need to do anything.',
    ];
  }
  if (notice !== 'no-password') return 'If this was you, you do not need to do anything.';
  return 'If this was you and you have lost your passkeys, ask a site admin of this portal to reset your sign-in.';
}

function ifNotYou(context: Context, notice: SecurityNotice): MailText {
  if (notice === 'no-password')
    return 'If this wasn’t you, you can ignore this message. Anybody who knows your email address can send such a request.';
  if (atAdminsAlone.has(notice)) {
    return 'If this wasn’t you, tell a board admin immediately. Somebody else may have access to your account.';
  }
  const url = forgotPasswordUrl(context.config);
  if (addsWayIn.has(notice)) {
    const security = `${context.config.appUrl}/account?view=security`;
    return [
      'If this wasn’t you, remove the new passkey or connection in your account, under Passkeys and devices: ',
      { text: security, href: security },
      '. Then choose a new password at ',
      { text: url, href: url },
      '. This signs out all your other devices. Also tell a board admin.',
    ];
  }
  return [
    'If this wasn’t you, choose a new password immediately at ',
    { text: url, href: url },
    ' and tell a board admin.',
  ];
}

const passwordReset: UserMailKind = {
  kind: passwordResetMail,
  write(context, job) {
    const { token } = job.sealed;
    if (job.isDisabled || token === undefined) return null;
    const { appName, appUrl } = context.config;
    return {
      to: { name: nameOf(job), address: job.user.email },
      subject: `Choose a new ${appName} password`,
      preheader: `The link works once and expires after ${resetMinutes} minutes.`,
      heading: 'Choose a new password',
      blocks: [
        paragraph(
          `Hello ${job.user.firstName || job.user.lastName}, somebody asked for a new password for your ${appName} account. If this was you, use the button below to choose one.`,
        ),
        openButton('Choose a new password', `${appUrl}/reset-password/${token}`),
        note(
          `The link works once and expires after ${resetMinutes} minutes. If you did not ask for this, ignore this message, and your password will stay the same. Please do not share the link.`,
        ),
      ],
      footer: footerOf(context),
    };
  },
};

const confirmEmail: UserMailKind = {
  kind: confirmEmailMail,
  write(context, job) {
    const { token, address } = job.sealed;
    if (job.isDisabled || token === undefined || address === undefined) return null;
    const { appName, appUrl } = context.config;
    return {
      to: { name: nameOf(job), address },
      subject: `Confirm your new ${appName} email address`,
      preheader: `The link works once and expires after ${emailChangeHours} hours.`,
      heading: 'Confirm your new email address',
      blocks: [
        paragraph(
          `Hello ${job.user.firstName || job.user.lastName}, you asked to use ${address} for your ${appName} account. Once you have confirmed this address, use it to sign in.`,
        ),
        openButton('Confirm this address', `${appUrl}/confirm-email/${token}`),
        note(
          `The link works once and expires after ${emailChangeHours} hours. If you did not ask for it, ignore this message, and nothing will change.`,
        ),
      ],
      footer: `You are receiving this message because this address was entered for a ${appName} account.`,
    };
  },
};

const emailTaken: UserMailKind = {
  kind: emailTakenMail,
  write(context, job) {
    const { address } = job.sealed;
    if (job.isDisabled || address === undefined) return null;
    const { appName } = context.config;
    const url = forgotPasswordUrl(context.config);
    return {
      to: { name: '', address },
      subject: `This address already has a ${appName} account`,
      preheader: 'Nothing was changed.',
      heading: 'This address already has an account',
      blocks: [
        paragraph(
          `Somebody asked to use this address for another ${appName} account. This address already has its own account, so nothing was changed.`,
        ),
        paragraph([
          'If this was you, sign in with this address. If you have forgotten your password, choose a new one at ',
          { text: url, href: url },
          '.',
        ]),
        note('If this wasn’t you, you do not need to do anything.'),
      ],
      footer: `You are receiving this message because this address was entered for a ${appName} account.`,
    };
  },
};

export const accountMailKinds: readonly UserMailKind[] = [securityNotice, passwordReset, confirmEmail, emailTaken];
