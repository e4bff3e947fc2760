export const defaultColours = { highlight: '#ffe27a', line: '#b8321f', text: '#1c1a16' } as const;
