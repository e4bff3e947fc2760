import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import type { Installation, MadeMeeting, Signed } from './installation.ts';

export const startingMeeting = (installation: Installation, title: string): Promise<MadeMeeting> =>
  installation.meeting({ title, inDays: 10 / (24 * 60) });

export async function startSession(
  installation: Installation,
  { id, itemIds }: MadeMeeting,
  present: readonly Signed[],
): Promise<void> {
  const path = `/ajax/meetings/${id}`;
  for (const who of present) await installation.call('POST', `${path}/presence`, { mode: 'in-person' }, who);
  await installation.call('POST', `${path}/room/phase`, { to: 'in-session' });
  await installation.call('POST', `${path}/room/pointer`, { agenda_item_id: itemIds[0] });
}

interface PutMotion {
  readonly text: string;
  readonly mover: Signed;
  readonly seconder?: Signed;
}

export async function putMotion(
  installation: Installation,
  { itemIds }: MadeMeeting,
  { text, mover, seconder }: PutMotion,
): Promise<string> {
  const people = {
    mover_id: await installation.memberId(mover),
    seconder_id: seconder === undefined ? null : await installation.memberId(seconder),
  };
  const { motions } = await installation.call('POST', `/ajax/agenda-items/${itemIds[0]}/motions`, { text, ...people });
  return motions.find((motion: { readonly text: string }) => motion.text === text).id;
}

export async function openVote(
  installation: Installation,
  motionId: string,
  way: 'named' | 'secret' = 'named',
): Promise<string> {
  const { motions } = await installation.call('POST', `/ajax/motions/${motionId}/votes`, { way });
  return motions.find(({ id }: { readonly id: string }) => id === motionId).votes[0].id;
}

export async function openVoteOn(desk: Page, way: string): Promise<void> {
  await desk.getByRole('button', { name: 'Open vote' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Open vote' });
  await choose(desk, dialog.getByRole('button', { name: /Voting method/ }), way);
  await dialog.getByRole('button', { name: 'Open vote' }).click();
  await expect(dialog).toHaveCount(0);
}

export async function closeVoteOn(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Close vote' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Close vote' }).click();
}

export const ballot = (page: Page): Locator => page.getByRole('region', { name: 'Your ballot' });

export async function choose(page: Page, select: Locator, name: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name }).click();
}
