import { expect, test, vi } from 'vitest';
import { createMarksSession } from './marks-session.ts';

const save = async () => ({ kind: 'saved', revision: '1' }) as const;

test('marks that cannot be read are not written over', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const session = createMarksSession({ access: 'edit', saved: { xfdf: '<html/>', revision: '4' }, save });
  expect(session.access).toBe('none');
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('without any marks the reader may begin', () => {
  expect(createMarksSession({ access: 'edit', saved: { xfdf: '', revision: null }, save }).access).toBe('edit');
});
