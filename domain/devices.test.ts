import { expect, test } from 'vitest';
import { deviceLabel } from './devices.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64';
const linux = 'Mozilla/5.0 (X11; Linux x86_64';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${safari}`;
const ipad = `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${safari}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`;
const chrome = `${windows}) ${webkit} Chrome/131.0.0.0 Safari/537.36`;
const chromeOs = `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`;
const android = `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`;
const samsung = `Mozilla/5.0 (Linux; Android 14; SM-X900) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36`;

test.each([
  [`${windows}; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox on Windows', 'computer'],
  [`${mac} Version/18.1 Safari/605.1.15`, 'Safari on Mac', 'computer'],
  [chrome, 'Chrome on Windows', 'computer'],
  [`${chrome} Edg/131.0.0.0`, 'Edge on Windows', 'computer'],
  [`${chrome} OPR/116.0.0.0`, 'Opera on Windows', 'computer'],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', 'phone'],
  [`${iphone} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', 'phone'],
  [`${ipad} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPad', 'tablet'],
  [android, 'Chrome on Android', 'phone'],
  [samsung, 'Samsung Internet on Android', 'tablet'],
  [`${linux}; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox on Linux', 'computer'],
  [chromeOs, 'Chrome on ChromeOS', 'computer'],
  ['curl/8.5.0', 'Another program', 'other'],
  ['', 'Another program', 'other'],
  ['<script>alert(1)</script> Windows', 'A browser on Windows', 'computer'],
])('the browser %j gets a readable device name', (userAgent, name, device) => {
  expect(deviceLabel(userAgent)).toEqual({ name, device });
});
