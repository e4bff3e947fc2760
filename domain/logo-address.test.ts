import { expect, test } from 'vitest';
import { logoSrcset } from './logo-address.ts';

test('S9.17 logo addresses containing /conversions/ get an @2x variant', () => {
  expect(logoSrcset('/media/7/conversions/logo-thumb.png')).toBe('/media/7/conversions/logo-thumb@2x.png 2x');
  expect(logoSrcset('https://a.example/conversions/logo.png?v=3')).toBe(
    'https://a.example/conversions/logo@2x.png?v=3 2x',
  );
  expect(logoSrcset('/v1.2/conversions/logo')).toBe('/v1.2/conversions/logo@2x 2x');
  expect(logoSrcset('/media/7/logo.png')).toBeNull();
});
