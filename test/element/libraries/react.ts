import React from 'react';
export {flushSync} from 'react-dom';
export {createRoot} from 'react-dom/client';
export * as hookForm from 'react-hook-form';
export * as formik from 'formik';
export {React};
