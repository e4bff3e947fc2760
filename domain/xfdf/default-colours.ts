/** What an annotation that names no colour is drawn in. */
export const defaultColours = { highlight: '#ffe27a', line: '#b8321f', text: '#1c1a16' } as const;
