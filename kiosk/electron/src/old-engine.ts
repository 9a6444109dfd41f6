/*
 * What the contracts and the agent use of the language and Electron 9's engine (V8 8.3) has not. Newer engines have all of it, and nothing happens. New
 * syntax is esbuild's to translate.
 */
import 'core-js/actual/array/at.js';
import 'core-js/actual/array/find-last.js';
import 'core-js/actual/array/to-sorted.js';
import 'core-js/actual/array/to-spliced.js';
import 'core-js/actual/object/has-own.js';
import 'core-js/actual/promise/any.js';
import 'core-js/actual/promise/with-resolvers.js';
import 'core-js/actual/string/at.js';
import 'core-js/actual/string/is-well-formed.js';
import 'core-js/actual/string/replace-all.js';
import 'core-js/actual/string/to-well-formed.js';
