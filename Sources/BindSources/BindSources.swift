// BindSources
