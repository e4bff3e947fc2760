import { accountChecks } from './account.ts';
import { addressChecks } from './addresses.ts';
import { boardChecks } from './boards.ts';
import { deviceChecks } from './devices.ts';
import { installationChecks } from './installation.ts';
import { mailChecks } from './mail.ts';
import { paperChecks } from './papers.ts';
import { providerChecks } from './providers.ts';
import type { Check } from './rows.ts';
import { sessionChecks } from './sessions.ts';
import { signatureChecks } from './signatures.ts';
import { siteChecks } from './site.ts';
import { wordChecks } from './words.ts';

export const gateChecks: Readonly<Record<string, Check>> = {
  ...sessionChecks,
  ...deviceChecks,
  ...paperChecks,
  ...accountChecks,
  ...providerChecks,
  ...addressChecks,
  ...siteChecks,
  ...mailChecks,
  ...boardChecks,
  ...signatureChecks,
  ...wordChecks,
  ...installationChecks,
};
