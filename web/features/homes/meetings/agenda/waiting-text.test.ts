import { expect, test } from 'vitest';
import type { Upload } from '#web/features/papers/documents/uploads/upload.ts';
import { waitingText } from './waiting-text.ts';

const upload = (id: string, state: Upload['state']): Upload => ({
  ...{ id, name: `${id}.pdf`, extension: 'pdf', byteSize: 1, slot: 'waiting', target: null, evenTwice: false, state },
});

test('a refused file waits for nothing', () => {
  const files = [upload('one', { kind: 'waiting' }), upload('two', { kind: 'refused', message: 'Too large' })];
  const places = new Map([['two', 'item:1']]);
  expect(waitingText(files, places)).toBe('1 file waits. Nothing is attached until you say so.');
  expect(waitingText(files, new Map([...places, ['one', 'item:1']]))).toMatch('1 file waits, with an item proposed.');
});
