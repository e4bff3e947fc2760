import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import type { Installation, MadeMeeting, Signed } from './installation.ts';

/** A meeting that begins in ten minutes, so that its live room is open. */
export const startingMeeting = (installation: Installation, title: string): Promise<MadeMeeting> =>
  installation.meeting({ title, inDays: 10 / (24 * 60) });

/** A meeting in session at its first item, with these people there in person. */
export async function beginSession(
  installation: Installation,
  title: string,
  present: readonly Signed[],
): Promise<MadeMeeting> {
  const meeting = await startingMeeting(installation, title);
  const path = `/ajax/meetings/${meeting.id}`;
  for (const who of present) await installation.call('POST', `${path}/presence`, { mode: 'in-person' }, who);
  await installation.call('POST', `${path}/room/phase`, { to: 'in-session' });
  await installation.call('POST', `${path}/room/pointer`, { agenda_item_id: meeting.itemIds[0] });
  return meeting;
}

interface PutMotion {
  readonly text: string;
  readonly mover: Signed;
  readonly seconder?: Signed;
}

/** Puts a motion on the first item; returns its id. */
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

export const openVote = (installation: Installation, motionId: string, way: 'named' | 'secret' | 'hands' = 'named') =>
  installation.call('POST', `/ajax/motions/${motionId}/votes`, { way });

/** The same through the dialog of the room. */
export async function openVoteOn(desk: Page, way: string): Promise<void> {
  await desk.getByRole('button', { name: 'Open vote' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Open vote' });
  await choose(desk, dialog.getByRole('button', { name: /Way/ }), way);
  await dialog.getByRole('button', { name: 'Open vote' }).click();
  await expect(dialog).toHaveCount(0);
}

export async function closeVoteOn(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Close vote' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Close vote' }).click();
}

export const ballot = (page: Page): Locator => page.getByRole('region', { name: 'Your ballot' });

/** Chooses an option of a select. */
export async function choose(page: Page, select: Locator, name: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name }).click();
}
