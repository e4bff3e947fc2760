import { expect, test } from 'vitest';
import { logoSource } from './logo-source.ts';

test('S9.17 a logo address with /conversions/ gets an @2x variant', () => {
  expect(logoSource('/media/12/conversions/logo-small.png')).toEqual({
    src: '/media/12/conversions/logo-small.png',
    srcSet: '/media/12/conversions/logo-small@2x.png 2x',
  });
});

test('S9.17 the @2x variant keeps the query of the address', () => {
  expect(logoSource('https://files.example/a.b/conversions/logo.webp?v=3.1').srcSet).toBe(
    'https://files.example/a.b/conversions/logo@2x.webp?v=3.1 2x',
  );
  expect(logoSource('https://files.example/a.b/conversions/logo').srcSet).toBe(
    'https://files.example/a.b/conversions/logo@2x 2x',
  );
});

test('S9.17 any other logo address has no variant', () => {
  expect(logoSource('/media/12/logo.svg')).toEqual({ src: '/media/12/logo.svg' });
});
