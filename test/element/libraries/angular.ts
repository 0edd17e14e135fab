import '@angular/compiler';

export * as core from '@angular/core';
export * as forms from '@angular/forms';
export * as browser from '@angular/platform-browser';
