import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { daysToSign } from '#domain/signatures.ts';
import { requestSignatures } from '#server/features/deciding/signatures/commands.ts';
import { type Act, asMember, documentOf, memberOf, type Stage } from './seeding.ts';

export interface DemoSignatures extends Act {
  readonly document: string;
  readonly note: string;
  /** Maps a signer's first name to the capacity in which they sign. */
  readonly signers: Readonly<Record<string, string>>;
}

export async function seedSignatures(stage: Stage, given: DemoSignatures): Promise<void> {
  const signers = Object.entries(given.signers).map(([name, capacity]) => ({
    member_id: memberOf(stage, name).memberId,
    capacity,
  }));
  await requestSignatures((work) => asMember(stage, given, work), stage.context, {
    subject: { kind: 'document', id: documentOf(stage, given.document) },
    signers,
    last_day: dayAfter(isoDate(given.at, stage.timeZone), daysToSign.usual),
    note: given.note,
  });
}
