const patterns = {
  invitation: /\/inv\/([\w-]{20,100})/g,
  reset: /\/reset-password\/([\w-]{20,100})/g,
  'email-change': /\/confirm-email\/([\w-]{20,100})/g,
  unsubscribe: /\/unsubscribe\/([\w-]+\/[\w-]+\/\w+)/g,
  feed: /\/feed\/([\w.-]{10,100})/g,
  meeting: /\b(m-b[a-z2-7]{26,52})\b/g,
  announcement: /\/announcement\/(a[a-z2-7]{26,52})\b/g,
  paper: /\b(r-[a-z2-7]{52})\b/g,
  logo: /\/conversions\/([\w.-]+)/g,
  picture: /\/pictures\/([a-z0-9-]{20,100})/g,
  app: /secret=([A-Z2-7]{16,64})/g,
  recovery: /"([a-z0-9]{5}-[a-z0-9]{5})"/g,
  cursor: /"(?:next|after|cursor)":"([^"]{1,600})"/g,
} as const;
export type TokenKind = keyof typeof patterns;
export type Tokens = ReturnType<typeof tokensSeen>;

const keptMax = 40;

export function tokensSeen() {
  const seen = new Map<TokenKind, string[]>();
  return {
    learn(text: string): void {
      for (const [kind, pattern] of Object.entries(patterns) as [TokenKind, RegExp][]) {
        for (const [, token = ''] of text.matchAll(pattern)) {
          const known = seen.get(kind) ?? [];
          if (!known.includes(token)) seen.set(kind, [...known, token].slice(-keptMax));
        }
      }
    },
    of: (kind: TokenKind): readonly string[] => seen.get(kind) ?? [],
    forget: () => seen.clear(),
  };
}
