import { expect, test } from 'vitest';
import { isOrdered } from './classify-statement.ts';

test.each([
  ['select * from sign', false],
  ['select * from sign order by id', true],
  ['select * from sign\n  ORDER  BY "id" limit 3 for no key update', true],
  ['select array_agg(id order by id) from sign', false],
  ['select row_number() over (order by at) from (select * from sign order by id) as one', false],
  ['with one as (select 1 order by 1) select * from one', false],
  ['(select 1 as a) union all (select 2) order by a', true],
  ['select \') order by\' as words, "order by" from sign', false],
  ['select 1 /* order by */', false],
  ['update sign set name = $1 where id in (select id from sign order by id) returning id', false],
])('S3: whether a statement says in which order its rows come: %s', (text, expected) => {
  expect(isOrdered(text)).toBe(expected);
});
