import React from 'react';
export {createRoot} from 'react-dom/client';
export * as hookForm from 'react-hook-form';
export * as formik from 'formik';
export {React};
