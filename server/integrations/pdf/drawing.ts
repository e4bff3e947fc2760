export function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((from) => Math.round((Number.parseInt(colour.slice(from, from + 2), 16) / 255) * 1000) / 1000);
}

const letters = new Intl.Segmenter('en');

/** Breaks words wider than `width`. */
export function wrapText(words: string, width: number, widthOf: (line: string) => number): readonly string[] {
  return words.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/).filter((each) => each !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const { segment: letter } of letters.segment(word)) {
        if (widthOf(line + letter) > width && line !== '') {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return [...lines, line];
  });
}
