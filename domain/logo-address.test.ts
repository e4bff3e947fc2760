import { expect, test } from 'vitest';
import { logoSrcset } from './logo-address.ts';

test('S9.17 a logo address with /conversions/ gets an @2x variant', () => {
  expect(logoSrcset('/media/7/conversions/logo-thumb.png')).toBe('/media/7/conversions/logo-thumb@2x.png 2x');
});

test('S9.17 the @2x variant keeps the query of the address, and looks for an extension in the name alone', () => {
  expect(logoSrcset('https://files.example/a.b/conversions/logo.webp?v=3.1')).toBe(
    'https://files.example/a.b/conversions/logo@2x.webp?v=3.1 2x',
  );
  expect(logoSrcset('/v1.2/conversions/logo')).toBe('/v1.2/conversions/logo@2x 2x');
});

test('S9.17 any other logo address has no variant', () => {
  expect(logoSrcset('/media/7/logo.png')).toBeNull();
});
