export const deviceKinds = ['computer', 'phone', 'tablet', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export interface DeviceLabel {
  readonly device: DeviceKind;
  readonly name: string;
}

/** Ordered, because nearly all browsers also claim to be Safari or Chrome. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\bAppleWebKit\/.*\bMobile\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac', 'computer'],
  [/\b(Linux|X11)\b/, 'Linux', 'computer'],
];

/** Returns only known names, because the rest of a user agent is untrusted. */
export function deviceLabel(userAgent: string): DeviceLabel {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [, system, device] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  if (browser === undefined && system === undefined) return { device: 'other', name: 'Another program' };
  if (browser === undefined) return { device: device ?? 'other', name: `A browser on ${system}` };
  return { device: device ?? 'other', name: system === undefined ? browser : `${browser} on ${system}` };
}
