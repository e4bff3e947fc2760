import { expect, test } from 'vitest';
import type { FreeTextAnnotation } from './annotation.ts';
import { freeTextLook, withTextColour } from './free-text-look.ts';

const mark = (given: Partial<FreeTextAnnotation>): FreeTextAnnotation => ({
  kind: 'freetext',
  id: 'a',
  page: 0,
  rect: { left: 0, bottom: 0, right: 9, top: 9 },
  ...given,
});

const red = { colour: '#ff0000' };
const usual = { colour: '#1c1a16', fontSize: 12, align: 'left' };

test.each<[string, Partial<FreeTextAnnotation>, object]>([
  ['the defaults', {}, {}],
  [
    'attributes',
    { textColour: '#ff0000', fontSize: 9, justification: 'right' },
    { fontSize: 9, align: 'right', ...red },
  ],
  [
    'a style',
    { defaultStyle: 'font: bold Helvetica 14.5pt;text-align:center;color:#00FF00' },
    { colour: '#00ff00', fontSize: 14.5, align: 'center' },
  ],
  ['only a size', { defaultStyle: 'font-size:8pt' }, { fontSize: 8 }],
  ['a background, which does not colour the words', { defaultStyle: 'background-color:#00ff00' }, {}],
  ['drawing operators', { defaultAppearance: '1 0 0 rg /Helv 10 Tf' }, { fontSize: 10, ...red }],
  ['a grey level', { defaultAppearance: '/Helv 0 Tf 0.5 g' }, { colour: '#808080' }],
  ['CMYK values', { defaultAppearance: '0 1 1 0 k /Cour 7.25 Tf' }, { fontSize: 7.25, ...red }],
])('free text gets its appearance from %s', (_, given, look) => {
  expect(freeTextLook(mark(given))).toEqual({ ...usual, ...look });
});

test('a new text colour replaces the colours in a mark’s style and appearance', () => {
  const style = 'font: Helvetica 14pt; color:#FF0000';
  const blue = withTextColour(mark({ defaultStyle: style, defaultAppearance: '1 0 0 rg /Helv 14 Tf' }), '#0000ff');
  expect(blue).toMatchObject({
    textColour: '#0000ff',
    defaultStyle: 'font: Helvetica 14pt; color:#0000ff',
    defaultAppearance: '0 0 1 rg /Helv 14 Tf',
  });
});
