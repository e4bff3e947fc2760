import { expect, test } from 'vitest';
import { publishCheck } from './publish-check.ts';

const paper = (id: string, rest: object = {}) => ({
  id,
  title: `Paper ${id}`,
  mime_type: 'application/pdf',
  is_link: false,
  preview: 'none',
  page_count: 4,
  ...rest,
});
const item = (id: string, rest: object = {}) => ({
  id,
  title: `Item ${id}`,
  depth: 0,
  minutes: null,
  purpose: null,
  documents: [] as ReturnType<typeof paper>[],
  ...rest,
});
const textsOf = (...given: Parameters<typeof publishCheck>) =>
  publishCheck(...given).map(({ text, links }) => `${text}: ${links.map(({ title }) => title).join(', ')}`);

test('the check before publishing lists possible omissions, the most serious first', () => {
  const office = { mime_type: 'application/msword', page_count: null };
  const meeting = {
    documents: [paper('a')],
    agenda_items: [
      item('1', { purpose: 'decision', documents: [paper('b', { page_count: 38 }), paper('c', { page_count: null })] }),
      item('2', { purpose: 'decision', documents: [] }),
      item('3', {
        documents: [paper('d', { ...office, preview: 'failed' }), paper('e', { ...office, preview: 'made' })],
      }),
    ],
  };
  const faults = [
    { id: 'c', fault: 'damaged' },
    { id: 'a', fault: 'no-text' },
  ] as const;
  const requests = [
    { agenda_item_id: '1', title: 'Budget', state: 'sent-back' },
    { agenda_item_id: '2', title: 'Audit', state: 'received' },
    { agenda_item_id: '3', title: 'Risks', state: 'declined' },
  ] as const;
  expect(textsOf(meeting, faults, requests)).toEqual([
    '1 item for decision without a paper: 2 Item 2',
    '2 papers requested but not received: Budget, Risks',
    '2 papers that members cannot open here: Paper c, Paper d',
    '1 paper without readable text: Paper a',
    '1 paper not under an item: Paper a',
  ]);
  expect(textsOf(meeting, faults, []).at(-1)).toBe(
    '42 pages in 5 papers, about 1 h 24 min of reading. The longest: Paper b',
  );
});

test('the check before publishing lists nothing if the meeting has no papers and nothing is missing', () => {
  expect(textsOf({ documents: [], agenda_items: [item('1', { purpose: 'information' })] }, [], [])).toEqual([]);
  expect(textsOf({ documents: [paper('a', { page_count: null })], agenda_items: [] }, [], [])).toEqual([
    '1 paper: Paper a',
  ]);
});
