// Writes docs/typing.md: what comes of 200 inputs that are typed, pasted and filled in.
import {writeFile} from 'node:fs/promises';
import {typingDocument} from './typing/document.js';

await writeFile(new URL('../docs/typing.md', import.meta.url), await typingDocument());
