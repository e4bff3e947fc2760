import { accountChecks } from './gate/account.ts';
import { addressChecks } from './gate/addresses.ts';
import { boardChecks } from './gate/boards.ts';
import { installationChecks } from './gate/installation.ts';
import { mailChecks } from './gate/mail.ts';
import type { GateCheck } from './gate/rows.ts';
import { sessionChecks } from './gate/sessions.ts';
import { siteChecks } from './gate/site.ts';
import { wordChecks } from './gate/words.ts';

/** By the function that each asks. */
export const gateChecks: Readonly<Record<string, GateCheck>> = {
  ...sessionChecks,
  ...accountChecks,
  ...addressChecks,
  ...siteChecks,
  ...mailChecks,
  ...boardChecks,
  ...wordChecks,
  ...installationChecks,
};
