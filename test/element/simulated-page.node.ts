import assert from 'node:assert/strict';
import {after, describe, it} from 'node:test';
