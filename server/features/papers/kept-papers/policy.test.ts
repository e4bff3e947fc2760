import { expect, test } from 'vitest';
import { isStorable, mayBeOnDevices } from './policy.ts';

type Facts = Parameters<typeof mayBeOnDevices>[0];
const access = { in_audience: true, administers: true, is_shown: false };
const meeting = { kind: 'meeting', id: 'm', state: 'published', ...access } as const;
const facts = (given: Partial<Facts> = {}): Facts => ({
  hidden: false,
  not_on_devices: false,
  home: meeting,
  ...given,
});

test('documents that are unpublished, hidden or marked "Not on devices" cannot be kept offline, even by their editors', () => {
  expect(mayBeOnDevices(facts())).toBe(true);
  expect(mayBeOnDevices(facts({ hidden: true }))).toBe(false);
  expect(mayBeOnDevices(facts({ not_on_devices: true }))).toBe(false);
  const library = { kind: 'library', categoryId: 'c', folderId: null, ...access } as const;
  const homes: readonly (readonly [Facts['home'], boolean])[] = [
    [{ ...meeting, state: 'draft' }, false],
    [{ ...meeting, state: 'cancelled' }, true],
    [{ kind: 'announcement', id: 'a', state: 'scheduled', ...access }, false],
    [{ kind: 'announcement', id: 'a', state: 'published', ...access }, true],
    [{ ...library, is_hidden: true }, false],
    [{ ...library, is_hidden: false }, true],
  ];
  for (const [home, may] of homes) expect(mayBeOnDevices(facts({ home })), JSON.stringify(home)).toBe(may);
});

test('an office file can be kept on a device once it has a preview, but a video never can', () => {
  const file = (mime_type: string, preview_state: string) =>
    ({ version_id: 'v', is_link: false, mime_type, preview_state }) as Parameters<typeof isStorable>[0];
  expect(isStorable(file('application/pdf', 'none'), 'pdfjs')).toBe(true);
  expect(isStorable(file('application/msword', 'waiting'), 'pdfjs')).toBe(false);
  expect(isStorable(file('application/msword', 'made'), 'pdfjs')).toBe(true);
  expect(isStorable(file('video/mp4', 'none'), 'pdfjs')).toBe(false);
});
