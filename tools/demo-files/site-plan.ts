import sharp from 'sharp';

/** Strokes of the few signs on the plan, on a grid of 2 by 4: a machine without fonts draws them too. */
const strokes: Readonly<Record<string, string>> = {
  '1': 'M0 1 L1 0 L1 4',
  '2': 'M0 0 L2 0 L2 2 L0 2 L0 4 L2 4',
  '3': 'M0 0 L2 0 L2 4 L0 4 M0 2 L2 2',
  '4': 'M0 0 L0 2 L2 2 M2 0 L2 4',
  '5': 'M2 0 L0 0 L0 2 L2 2 L2 4 L0 4',
  N: 'M0 4 L0 0 L2 4 L2 0',
};

const sign = (name: string, x: number, y: number, scale: number): string =>
  `<path d="${strokes[name]}" transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="#1c1a16" stroke-width="${3 / scale}" stroke-linecap="round" stroke-linejoin="round"/>`;

const block = (name: string, at: { x: number; y: number; width: number; height: number }): string =>
  `<rect x="${at.x}" y="${at.y}" width="${at.width}" height="${at.height}" fill="#f6e7cf" stroke="#1c1a16" stroke-width="3"/><path d="M${at.x} ${at.y} L${at.x + at.height / 2} ${at.y + at.height / 2} L${at.x + at.width - at.height / 2} ${at.y + at.height / 2} L${at.x + at.width} ${at.y} M${at.x + at.height / 2} ${at.y + at.height / 2} L${at.x} ${at.y + at.height} M${at.x + at.width - at.height / 2} ${at.y + at.height / 2} L${at.x + at.width} ${at.y + at.height}" stroke="#b9a57f" stroke-width="2" fill="none"/>${sign(name, at.x + at.width / 2 - 8, at.y + 14, 9)}`;

const house = (x: number, storeys: number): string => {
  const top = 1120 - storeys * 42;
  const windows = Array.from({ length: storeys }, (_, nth) =>
    [24, 74, 124]
      .map(
        (left) =>
          `<rect x="${x + left}" y="${top + 14 + nth * 42}" width="26" height="22" fill="#dfeaea" stroke="#1c1a16" stroke-width="2"/>`,
      )
      .join(''),
  );
  return `<path d="M${x} 1120 L${x} ${top} L${x + 87} ${top - 48} L${x + 174} ${top} L${x + 174} 1120 Z" fill="#fdfcfa" stroke="#124e52" stroke-width="3"/>${windows.join('')}`;
};

const tree = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="22" fill="#cfe0cb" stroke="#5f8a63" stroke-width="2"/><circle cx="${x}" cy="${y}" r="3" fill="#5f8a63"/>`;

/** The site by the water: five blocks, a lane, trees, and the street front below. PNG, 1600 × 1200 pixels. */
export async function drawSitePlan(): Promise<Uint8Array> {
  const trees = [
    [180, 160],
    [240, 150],
    [310, 165],
    [1180, 170],
    [1250, 160],
    [1330, 175],
    [250, 640],
    [420, 652],
    [600, 646],
    [800, 655],
    [990, 648],
    [1210, 640],
  ] as const;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200">
<rect width="1600" height="1200" fill="#f7f5f0"/>
<path d="M0 0 H1600 V96 C1300 130 1100 60 800 98 C500 136 250 70 0 112 Z" fill="#cfe1e6"/>
<path d="M0 112 C250 70 500 136 800 98 C1100 60 1300 130 1600 96" fill="none" stroke="#5f8f9c" stroke-width="4"/>
<path d="M90 190 L1500 150 L1540 720 L110 740 Z" fill="#eef2e6" stroke="#1c1a16" stroke-width="3" stroke-dasharray="22 10 4 10"/>
<path d="M0 770 H1600 V830 H0 Z" fill="#e1dcd1"/><path d="M0 800 H1600" stroke="#fdfcfa" stroke-width="4" stroke-dasharray="40 26"/>
<path d="M760 770 C760 640 770 560 780 470 C790 400 640 400 470 396" fill="none" stroke="#d8d2c5" stroke-width="44"/>
<path d="M780 470 C800 400 960 396 1130 390" fill="none" stroke="#d8d2c5" stroke-width="44"/>
${block('1', { x: 190, y: 230, width: 300, height: 110 })}
${block('2', { x: 560, y: 220, width: 260, height: 110 })}
${block('3', { x: 890, y: 215, width: 300, height: 110 })}
${block('4', { x: 200, y: 470, width: 420, height: 120 })}
${block('5', { x: 930, y: 460, width: 420, height: 120 })}
${trees.map(([x, y]) => tree(x, y)).join('')}
<circle cx="1440" cy="250" r="46" fill="#fdfcfa" stroke="#1c1a16" stroke-width="3"/><path d="M1440 286 L1440 222 L1426 246 M1440 222 L1454 246" stroke="#1c1a16" stroke-width="4" fill="none"/>${sign('N', 1430, 168, 10)}
<path d="M60 1120 H1540" stroke="#1c1a16" stroke-width="4"/>
${house(120, 3)}${house(320, 4)}${house(520, 3)}${house(720, 5)}${house(920, 4)}${house(1120, 3)}${house(1320, 3)}
</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer();
}
