import { contentTypes, coreProperties, corePropertiesType, relationships, writePackage, xml } from './ooxml-package.ts';

export interface Slide {
  readonly title: string;
  readonly points: readonly string[];
}

const main = 'application/vnd.openxmlformats-officedocument.presentationml';
const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
/** English Metric Units: 914,400 to the inch. 13.33 × 7.5 inches. */
const wide = 12_192_000;
const tall = 6_858_000;

/** A .pptx of slides with a title and points. */
export function writeSlidesFile(file: {
  readonly title: string;
  readonly author: string;
  /** `rrggbb` */
  readonly color: string;
  readonly slides: readonly Slide[];
}): Uint8Array {
  const names = file.slides.map((_, nth) => `slides/slide${nth + 1}.xml`);
  const listed = names.map((_, nth) => `<p:sldId id="${256 + nth}" r:id="rId${nth + 2}"/>`);
  return writePackage({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': `${main}.presentation.main+xml`,
      'ppt/slideMasters/slideMaster1.xml': `${main}.slideMaster+xml`,
      'ppt/slideLayouts/slideLayout1.xml': `${main}.slideLayout+xml`,
      'ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
      ...Object.fromEntries(names.map((name) => [`ppt/${name}`, `${main}.slide+xml`])),
      'docProps/core.xml': corePropertiesType,
    }),
    '_rels/.rels': relationships([
      { type: 'officeDocument', target: 'ppt/presentation.xml' },
      { type: 'core-properties', target: 'docProps/core.xml' },
    ]),
    'docProps/core.xml': coreProperties(file.title, file.author),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${listed.join('')}</p:sldIdLst><p:sldSz cx="${wide}" cy="${tall}"/><p:notesSz cx="${tall}" cy="${wide}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships([
      { type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
      ...names.map((target) => ({ type: 'slide', target })),
      { type: 'theme', target: 'theme/theme1.xml' },
    ]),
    'ppt/slideMasters/slideMaster1.xml': master,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships([
      { type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
      { type: 'theme', target: '../theme/theme1.xml' },
    ]),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${namespaces} type="obj" preserve="1"><p:cSld name="Title and points">${tree(placeholders('', []))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
      { type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ]),
    'ppt/theme/theme1.xml': theme(file.color),
    ...Object.fromEntries(
      file.slides.flatMap((slide, nth) => [
        [
          `ppt/${names[nth]}`,
          `<p:sld ${namespaces}><p:cSld>${tree(placeholders(slide.title, slide.points))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
        ],
        [
          `ppt/slides/_rels/slide${nth + 1}.xml.rels`,
          relationships([{ type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' }]),
        ],
      ]),
    ),
  });
}

const tree = (shapes: string): string =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`;

function placeholders(title: string, points: readonly string[]): string {
  const paragraphs = points.map((point) => `<a:p><a:r><a:rPr lang="en-CA"/><a:t>${xml(point)}</a:t></a:r></a:p>`);
  const head = title === '' ? '<a:p/>' : `<a:p><a:r><a:rPr lang="en-CA"/><a:t>${xml(title)}</a:t></a:r></a:p>`;
  return (
    shape({ id: 2, name: 'Title', type: 'type="title"', top: 500_000, height: 1_200_000, text: head }) +
    shape({
      id: 3,
      name: 'Points',
      type: 'idx="1"',
      top: 1_900_000,
      height: 4_200_000,
      text: paragraphs.join('') || '<a:p/>',
    })
  );
}

function shape(given: { id: number; name: string; type: string; top: number; height: number; text: string }): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${given.id}" name="${given.name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${given.type}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="840000" y="${given.top}"/><a:ext cx="${wide - 1_680_000}" cy="${given.height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${given.text}</p:txBody></p:sp>`;
}

const master = `<p:sldMaster ${namespaces}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>${tree(placeholders('', []))}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="3600"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr marL="285750" indent="-285750" algn="l"><a:spcBef><a:spcPts val="900"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="2200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`;

function theme(accent: string): string {
  const color = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
  const colors = [
    color('dk1', '1C1A16'),
    color('lt1', 'FDFCFA'),
    color('dk2', '4D483F'),
    color('lt2', 'EEEBE3'),
    color('accent1', accent.toUpperCase()),
    ...['9C3B2A', '2F5580', '2F6A46', '8F5A12', '6B4A7D'].map((value, nth) => color(`accent${nth + 2}`, value)),
    color('hlink', '2F5580'),
    color('folHlink', '6B4A7D'),
  ];
  const font = (name: string, face: string): string =>
    `<a:${name}><a:latin typeface="${face}"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Board"><a:themeElements><a:clrScheme name="Board">${colors.join('')}</a:clrScheme><a:fontScheme name="Board">${font('majorFont', 'Georgia')}${font('minorFont', 'Calibri')}</a:fontScheme><a:fmtScheme name="Board"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}
