import { bodyDefaults } from '#domain/deciding.ts';
import { saveSettings } from '#server/features/deciding/deciding/commands.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { asMember, type Seeding } from './seeding.ts';

export async function seedDeciding(seeding: Seeding, cast: HarbourCast, at: Date): Promise<void> {
  const { elena, ruth } = cast.everyone;
  await asMember(seeding, { userId: elena.userId, at }, (scope) =>
    saveSettings(scope, {
      revision: 0,
      confirmed: true,
      written_needs: 'majority',
      bodies: [{ id: seeding.boardId, ...bodyDefaults, chair_id: ruth.memberId, secretary_id: elena.memberId }],
    }),
  );
}
