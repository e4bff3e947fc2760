import type { MinutesDocument } from '#domain/meeting-minutes.ts';
import type { Context } from '#server/context.ts';
import { writeLetter } from '#server/integrations/pdf/letter/write-letter.ts';

/** The bytes of their PDF. */
export async function setMinutes(context: Pick<Context, 'config'>, document: MinutesDocument): Promise<Buffer> {
  return writeLetter({
    creator: context.config.appName,
    board: document.board,
    colour: document.colour,
    kind: document.state === 'approved' ? 'Minutes' : 'Minutes, Draft',
    title: document.title,
    facts: [],
    text: '',
    at: document.at,
  });
}
