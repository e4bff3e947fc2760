import { expect, test } from 'vitest';
import { parseXfdf } from './parse.ts';
import { countKept, reviewStates, shownAnnotations } from './shown.ts';

const annotationsOf = (inner: string) => {
  const parsed = parseXfdf(`<xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>${inner}</annots></xfdf>`);
  if (parsed.kind === 'refused') throw new Error(parsed.message);
  return parsed.annotations.annotations;
};
const note = (name: string, more = '') => `<text name="${name}" page="0" rect="1,1,20,20" ${more}/>`;
const state = (name: string, of: string, given: string, author: string) =>
  note(name, `inreplyto="${of}" state="${given}" statemodel="Review" title="${author}" flags="hidden,print"`);

const all = annotationsOf(
  note('parent') +
    state('s1', 'parent', 'Rejected', 'Priya Raman') +
    state('s2', 's1', 'Accepted', 'Priya Raman') +
    state('s3', 'parent', 'Completed', 'Thomas McKenna') +
    state('s4', 'parent', 'None', 'Elena Kowalczyk') +
    note('reply', 'inreplyto="parent"') +
    note('secret', 'flags="print,Hidden"') +
    note('unseen', 'flags="noview"') +
    '<caret name="caret" page="0" rect="1,2,3,4"/>',
);

test('hidden marks are not shown, and a review state is listed only for the mark it refers to', () => {
  expect(shownAnnotations(all).map(({ id }) => id)).toEqual(['parent', 'reply']);
  expect(countKept(all)).toBe(3);
  const states = reviewStates(all, 'parent').map((each) => `${each.id} ${each.author} ${each.contents}`);
  expect(states).toEqual(['s2 Priya Raman Accepted', 's3 Thomas McKenna Completed']);
  expect(reviewStates(all, 'reply')).toEqual([]);
});

test('review states that refer to a missing mark or to each other are kept but not shown', () => {
  const lost = annotationsOf(
    state('a', 'b', 'Accepted', 'P') + state('b', 'a', 'Accepted', 'P') + state('c', 'gone', 'Accepted', 'P'),
  );
  expect(shownAnnotations(lost)).toEqual([]);
  expect(countKept(lost)).toBe(3);
});
