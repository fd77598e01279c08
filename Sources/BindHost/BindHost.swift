// BindHost
