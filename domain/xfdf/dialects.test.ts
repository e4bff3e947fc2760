import { expect, test } from 'vitest';
import { parseXfdf } from './parse.ts';
import { writeXfdf } from './write.ts';

/** Files as other makers write them, composed by their grammar. */
const dialects = {
  'rich text, popups and default styles': `<?xml version="1.0" encoding="UTF-8"?>
<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">
<annots>
<highlight color="#FFD100" creationdate="D:20261112090500-04'00'" flags="print" date="D:20261114093000-04'00'" name="a-1" page="2" rect="70,600,300,620" title="Priya" coords="72,618,298,618,72,602,298,602" opacity="0.4">
<contents-richtext><body xmlns="http://www.w3.org/1999/xhtml" xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/" xfa:APIVersion="Acrobat:23"><p dir="ltr"><span style="font-size:10.0pt">Early grant</span></p></body></contents-richtext>
<popup flags="print,nozoom,norotate" open="no" page="2" rect="400,500,600,620"/>
</highlight>
<freetext width="0" page="0" rect="10,10,200,60" name="a-2" justification="centered" callout="1,2,3,4,5,6"><contents>Words</contents><defaultappearance>1 0 0 rg /Helv 14 Tf</defaultappearance><defaultstyle>font: Helvetica 14pt;color:#FF0000</defaultstyle></freetext>
<line page="1" rect="0,0,90,90" name="a-3" start="1,2" end="80,80" head="None" tail="ClosedArrow" width="2"/>
<text page="1" rect="5,5,25,25" name="a-4" icon="Comment" inreplyto="a-1" replyType="reply" state="Accepted" statemodel="Review"/>
</annots>
<f href="Report.pdf"/><ids original="A1" modified="B2"/>
</xfdf>`,
  'pages, info and extra attributes': `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><pdf-info xmlns="http://www.example.com/pdf-info" version="2"/><fields/><pages><defmtx matrix="1,0,0,-1,0,792"/></pages><annots><freetext page="0" rect="1,2,300,40" name="b-1" TextColor="#E44234" FontSize="16" align="left"><contents>Note</contents></freetext><ink page="0" rect="1,1,9,9" name="b-2" style="dash" dashes="3,3"><inklist><gesture>1,1;5,5;9,1</gesture></inklist></ink></annots></xfdf>`,
  commands: `<xfdf xmlns="http://ns.adobe.com/xfdf/"><add><square page="0" rect="1,1,9,9" name="c-1" style="cloudy" intensity="2" fringe="1,1,1,1"/></add><modify><polygon page="0" rect="1,1,9,9" name="c-2"><vertices>1,1;9,1;5,9</vertices></polygon></modify><delete><id page="0">c-9</id></delete></xfdf>`,
} as const;

const marksOf = (text: string) => {
  const parsed = parseXfdf(text);
  if (parsed.kind === 'refused') throw new Error(parsed.message);
  return parsed.marks;
};

for (const [name, text] of Object.entries(dialects)) {
  test(`${name}: every mark is understood, and written again means the same`, () => {
    const marks = marksOf(text);
    expect(marks.marks.some(({ kind }) => kind === 'opaque')).toBe(false);
    expect(marksOf(writeXfdf(marks))).toEqual(marks);
  });
}

test('what the makers say is read as they mean it', () => {
  const [highlight, words, line, reply] = marksOf(dialects['rich text, popups and default styles']).marks;
  expect(highlight).toMatchObject({
    page: 2,
    colour: '#ffd100',
    opacity: 0.4,
    author: 'Priya',
    contents: 'Early grant',
  });
  expect(words).toMatchObject({ justification: 'centered', defaultAppearance: '1 0 0 rg /Helv 14 Tf' });
  expect(line).toMatchObject({ head: 'None', tail: 'ClosedArrow', end: { x: 80, y: 80 } });
  expect(reply).toMatchObject({ inReplyTo: 'a-1', state: 'Accepted', stateModel: 'Review' });
  const [free, ink] = marksOf(dialects['pages, info and extra attributes']).marks;
  expect(free).toMatchObject({ textColour: '#e44234', fontSize: 16, extras: { attributes: { align: 'left' } } });
  expect(ink).toMatchObject({ style: 'dash', dashes: [3, 3] });
});
